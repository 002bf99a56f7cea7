import type { ServiceWords } from '../service-words.ts';

/** The words of the service in Arabic. */
export const words: ServiceWords = {
  locale: 'ar',
  rating: 'هل كانت هذه الإجابة مفيدة؟',
  helpful: 'مفيدة',
  notHelpful: 'غير مفيدة',
  comment: 'هل تود إضافة شيء؟ (اختياري)',
  sendComment: 'إرسال التعليق',
  skipComment: 'بدون تعليق',
  thanks: 'شكرًا على رأيك.',
  feedbackFailed: 'تعذّر إرسال رأيك.',
  questionsLeft: {
    one: 'بقي لك سؤال واحد.',
    two: 'بقي لك سؤالان.',
    few: 'بقيت لك {count} أسئلة.',
    other: 'بقي لك {count} سؤال.',
  },
  noQuestionsLeft: 'لم تبقَ لك أسئلة.',
  askAgainAt: 'يمكنك السؤال مجددًا ابتداءً من: {time}.',
  askAgainIn: 'يمكنك المحاولة مجددًا بعد {time}.',
  askAgainNow: 'يمكنك المحاولة مجددًا الآن.',
  citation: 'المصدر {number}: {title}',
  checking: 'جارٍ التأكد من أنك إنسان…',
  solve: 'خطوة أخيرة: يرجى إكمال التحقق.',
};
