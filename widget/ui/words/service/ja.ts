import type { ServiceWords } from '../service-words.ts';

/** The words of the service in Japanese. */
export const words: ServiceWords = {
  locale: 'ja',
  rating: 'この回答は役に立ちましたか？',
  helpful: '役に立った',
  notHelpful: '役に立たなかった',
  comment: 'ご意見があればお書きください（任意）',
  sendComment: 'コメントを送信',
  skipComment: 'コメントしない',
  thanks: 'ご意見ありがとうございます。',
  feedbackFailed: 'ご意見を送信できませんでした。',
  questionsLeft: { other: 'あと{count}回質問できます。' },
  noQuestionsLeft: '質問できる回数を使い切りました。',
  askAgainAt: '次に質問できる時刻: {time}',
  askAgainIn: '{time}後に再試行できます。',
  askAgainNow: '再試行できます。',
  citation: '出典{number}: {title}',
  checking: '人による操作であることを確認しています…',
  solve: '確認を完了してください。',
};
