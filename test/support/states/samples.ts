import type { Source } from '../../../widget/protocol/chat-message.ts';
import { isRightToLeft } from '../../../widget/ui/base/language.ts';

/** Sample texts of visitors and of a model in one language. */
export interface Sample {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Text of the page around the chat. */
  readonly page: string;
  readonly question: string;
  readonly longQuestion: string;
  readonly suggestions: readonly string[];
  /** Text of the bubble beside the launcher. */
  readonly teaser: string;
  /** A question that asks for a human. */
  readonly wish: string;
  readonly subtitle: string;
  /** An answer of one paragraph with a citation. */
  readonly short: string;
  /** An answer with heading, citations, list, table, code, quotation and link. */
  readonly long: string;
  readonly sources: readonly Source[];
}

const CODE = `\`\`\`js
// The address of your own backend
const chat = document.querySelector('cf-ai-chat');
chat.endpoint = 'https://chat.example/api/chat?with=a-rather-long-query&that=does-not-fit';
\`\`\``;

const ENGLISH: Sample = {
  language: 'en',
  direction: 'ltr',
  page: 'Hiking boots made in the valley. Repairs within two weeks, returns within thirty days.',
  question: 'How do I return my boots?',
  longQuestion:
    'I bought a pair of boots in March, wore them twice in the rain, and now the left sole comes off at the heel. '.repeat(
      6,
    ),
  teaser: 'Questions about boots, sizes or repairs? Ask away!',
  wish: 'Can I talk to a human?',
  suggestions: ['How long does delivery take?', 'Can I return boots that I have worn?', 'Where is my order?'],
  subtitle: 'Answers in a few seconds',
  short: 'You can return unworn boots within **30 days** [1]. Worn boots are repaired for free [2].',
  long: `## Returning boots

You can return *unworn* boots within **30 days** of delivery [1]. Worn boots are repaired for free in the first two years [2]:

1. Open [your orders](https://example.com/orders).
2. Choose the pair, and \`Return\` or \`Repair\`.
3. Print the label. Shipping is free inside the country.

| Condition | Within 30 days | Within 2 years | Afterwards |
| --- | ---: | ---: | --- |
| Unworn, in the box | 100 % | 0 % | We buy them back as a pair of the second choice |
| Worn | Repair | Repair | Repair at 39.50 |

> Boots that were resoled elsewhere are not repaired.

### For developers

${CODE}

- [x] Label printed
- [ ] Parcel handed over
`,
  sources: [
    {
      id: '1',
      title: 'Returns',
      url: 'https://example.com/returns',
      snippet: 'Unworn boots can be sent back.',
    },
    {
      id: '2',
      title: 'Repairs and care of leather boots in winter',
      url: 'https://example.com/repairs',
      snippet: 'Free for two years.',
    },
    { id: '3', title: 'Handbook for shops, printed edition', url: '', snippet: 'Chapter 4' },
  ],
};

const ARABIC: Sample = {
  language: 'ar',
  direction: 'rtl',
  page: 'أحذية للمشي مصنوعة في الوادي. الإصلاح خلال أسبوعين، والإرجاع خلال ثلاثين يومًا.',
  question: 'كيف أُرجع حذائي؟',
  longQuestion: 'اشتريت حذاءً في شهر مارس ولبسته مرتين تحت المطر، والآن ينفصل النعل الأيسر عند الكعب. '.repeat(
    6,
  ),
  teaser: 'أسئلة عن الأحذية أو المقاسات؟ اسأل هنا!',
  wish: 'هل يمكنني التحدث مع شخص حقيقي؟',
  suggestions: ['كم يستغرق التوصيل؟', 'هل يمكنني إرجاع حذاء لبسته؟', 'أين طلبي؟'],
  subtitle: 'نجيب خلال ثوانٍ',
  short: 'يمكنك إرجاع الحذاء غير الملبوس خلال **30 يومًا** [1]. أما الملبوس فنصلحه مجانًا [2].',
  long: `## إرجاع الأحذية

يمكنك إرجاع الحذاء *غير الملبوس* خلال **30 يومًا** من التسليم [1]. ونصلح الأحذية الملبوسة مجانًا في أول سنتين [2]:

1. افتح [طلباتك](https://example.com/orders).
2. اختر الحذاء ثم \`Return\` أو \`Repair\`.
3. اطبع الملصق. الشحن مجاني داخل البلد.

| الحالة | خلال 30 يومًا | خلال سنتين | بعد ذلك |
| --- | ---: | ---: | --- |
| غير ملبوس وفي علبته | 100 % | 0 % | نشتريه منك كحذاء من الدرجة الثانية |
| ملبوس | إصلاح | إصلاح | إصلاح مقابل 39.50 |

> لا نصلح حذاءً رُكّب له نعل في مكان آخر.

### للمطورين

${CODE}

- [x] طُبع الملصق
- [ ] سُلّم الطرد
`,
  sources: [
    {
      id: '1',
      title: 'الإرجاع',
      url: 'https://example.com/returns',
      snippet: 'يمكن إعادة الأحذية غير الملبوسة.',
    },
    {
      id: '2',
      title: 'إصلاح الأحذية الجلدية والعناية بها في الشتاء',
      url: 'https://example.com/repairs',
      snippet: 'مجانًا لسنتين.',
    },
    { id: '3', title: 'دليل المتاجر، النسخة المطبوعة', url: '', snippet: 'الفصل 4' },
  ],
};

const JAPANESE: Sample = {
  language: 'ja',
  direction: 'ltr',
  page: '谷で作られた登山靴。修理は二週間以内、返品は三十日以内に承ります。',
  question: '靴を返品するにはどうすればいいですか？',
  longQuestion:
    '三月に登山靴を買い、雨の日に二回履いたところ、左の靴底がかかとの部分から剥がれてきました。'.repeat(6),
  teaser: 'サイズや修理についてご質問はありますか？',
  wish: '担当者と話したいです。',
  suggestions: [
    '配送にはどのくらいかかりますか？',
    '履いた靴でも返品できますか？',
    '注文した商品は今どこにありますか？',
  ],
  subtitle: '数秒でお答えします',
  short: '未使用の靴は**30日以内**であれば返品できます[1]。使用済みの靴は無料で修理します[2]。',
  long: `## 靴の返品

*未使用*の靴は、お届けから**30日以内**であれば返品できます[1]。使用済みの靴は、最初の二年間は無料で修理します[2]。

1. [ご注文履歴](https://example.com/orders)を開きます。
2. 靴を選び、\`Return\`または\`Repair\`を押します。
3. ラベルを印刷します。国内の送料は無料です。

| 状態 | 30日以内 | 2年以内 | その後 |
| --- | ---: | ---: | --- |
| 未使用、箱あり | 100 % | 0 % | 訳あり品として買い取ります |
| 使用済み | 修理 | 修理 | 39.50で修理 |

> 他店で靴底を張り替えた靴は修理できません。

### 開発者の方へ

${CODE}

- [x] ラベルを印刷した
- [ ] 荷物を渡した
`,
  sources: [
    {
      id: '1',
      title: '返品について',
      url: 'https://example.com/returns',
      snippet: '未使用の靴は返品できます。',
    },
    {
      id: '2',
      title: '冬の革靴の修理とお手入れについて',
      url: 'https://example.com/repairs',
      snippet: '二年間は無料です。',
    },
    { id: '3', title: '店舗用ハンドブック（印刷版）', url: '', snippet: '第4章' },
  ],
};

const SAMPLES: Readonly<Record<string, Sample>> = { en: ENGLISH, ar: ARABIC, ja: JAPANESE };

/** The sample texts for a language; English ones if the language has none. */
export function sampleIn(language: string): Sample {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
  return SAMPLES[language] ?? { ...ENGLISH, language, direction };
}
