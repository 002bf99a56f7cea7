import { languageKey } from './language-key.ts';

/** The words with which visitors are asked for consent. */
export interface ConsentWords {
  /** The question to the visitor. */
  readonly consent: string;
  /** Follows it where the conversation is stored. */
  readonly consentStored: string;
  readonly agree: string;
  /** In the menu. */
  readonly withdraw: string;
  /** After it. */
  readonly forgotten: string;
}

// Apart from the other words: only chats that ask need them. One string a language, in the order of ConsentWords.
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'للإجابة عن رسائلك تُرسَل إلى خدمة ذكاء اصطناعي.|وتُحفَظ المحادثة في هذا المتصفح.|موافقة وإرسال|سحب الموافقة وحذف كل شيء|حُذف كل شيء.',
  cs: 'Vaše zprávy se kvůli odpovědi posílají službě umělé inteligence.|Konverzace se ukládá v tomto prohlížeči.|Souhlasím a odeslat|Odvolat souhlas a vše smazat|Vše bylo smazáno.',
  da: 'For at blive besvaret sendes dine beskeder til en AI-tjeneste.|Samtalen gemmes i denne browser.|Accepter og send|Træk samtykke tilbage og slet alt|Alt er slettet.',
  de: 'Um beantwortet zu werden, gehen Ihre Nachrichten an einen KI-Dienst.|Die Unterhaltung wird in diesem Browser gespeichert.|Zustimmen und senden|Zustimmung widerrufen und alles löschen|Alles wurde gelöscht.',
  en: 'To be answered, your messages are sent to an AI service.|The conversation is kept in this browser.|Agree and send|Withdraw consent and delete everything|Everything was deleted.',
  es: 'Para responderlos, sus mensajes se envían a un servicio de IA.|La conversación se guarda en este navegador.|Aceptar y enviar|Retirar el consentimiento y borrar todo|Se ha borrado todo.',
  fr: 'Pour y répondre, vos messages sont envoyés à un service d’IA.|La conversation est conservée dans ce navigateur.|Accepter et envoyer|Retirer mon accord et tout supprimer|Tout a été supprimé.',
  he: 'כדי לקבל תשובה, ההודעות נשלחות לשירות בינה מלאכותית.|השיחה נשמרת בדפדפן הזה.|הסכמה ושליחה|ביטול ההסכמה ומחיקת הכול|הכול נמחק.',
  it: 'Per avere risposta, i messaggi vengono inviati a un servizio di IA.|La conversazione viene conservata in questo browser.|Accetta e invia|Revoca il consenso ed elimina tutto|Tutto è stato eliminato.',
  ja: '回答のため、メッセージはAIサービスに送信されます。|会話はこのブラウザーに保存されます。|同意して送信|同意を取り消してすべて削除|すべて削除しました。',
  ko: '답변을 위해 메시지가 AI 서비스로 전송됩니다.|대화는 이 브라우저에 저장됩니다.|동의하고 보내기|동의 철회 및 모두 삭제|모두 삭제했습니다.',
  nl: 'Om te worden beantwoord gaan uw berichten naar een AI-dienst.|Het gesprek wordt in deze browser bewaard.|Akkoord en versturen|Toestemming intrekken en alles wissen|Alles is gewist.',
  pl: 'Aby uzyskać odpowiedź, wiadomości są wysyłane do usługi AI.|Rozmowa jest zapisywana w tej przeglądarce.|Zgadzam się i wyślij|Wycofaj zgodę i usuń wszystko|Wszystko usunięto.',
  pt: 'Para serem respondidas, as suas mensagens são enviadas a um serviço de IA.|A conversa é guardada neste navegador.|Aceitar e enviar|Retirar o consentimento e apagar tudo|Tudo foi apagado.',
  ro: 'Pentru a primi răspuns, mesajele sunt trimise unui serviciu de IA.|Conversația se păstrează în acest browser.|Accept și trimit|Retrage acordul și șterge tot|Totul a fost șters.',
  ru: 'Чтобы получить ответ, сообщения отправляются в службу ИИ.|Переписка хранится в этом браузере.|Согласиться и отправить|Отозвать согласие и удалить всё|Всё удалено.',
  sv: 'För att besvaras skickas dina meddelanden till en AI-tjänst.|Samtalet sparas i den här webbläsaren.|Godkänn och skicka|Återkalla samtycket och radera allt|Allt har raderats.',
  tr: 'Yanıtlanması için mesajlarınız bir yapay zekâ hizmetine gönderilir.|Sohbet bu tarayıcıda saklanır.|Kabul et ve gönder|Onayı geri çek ve her şeyi sil|Her şey silindi.',
  uk: 'Щоб отримати відповідь, повідомлення надсилаються до служби ШІ.|Розмова зберігається в цьому браузері.|Погодитися й надіслати|Відкликати згоду й видалити все|Усе видалено.',
  zh: '为了得到回答，您的消息会发送给 AI 服务。|对话保存在此浏览器中。|同意并发送|撤回同意并全部删除|已全部删除。',
  'zh-hant':
    '為了取得回答，您的訊息會傳送給 AI 服務。|對話保存在此瀏覽器中。|同意並傳送|撤回同意並全部刪除|已全部刪除。',
};

/** The words in a language (a BCP 47 tag); English where we do not speak it. */
export function consentWords(language: string): ConsentWords {
  const words = LANGUAGES[languageKey(language)] ?? LANGUAGES['en'];
  const [consent = '', consentStored = '', agree = '', withdraw = '', forgotten = ''] =
    words?.split('|') ?? [];
  return { consent, consentStored, agree, withdraw, forgotten };
}
