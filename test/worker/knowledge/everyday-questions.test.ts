import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRanked } from '../../../worker/knowledge/find-ranked.ts';
import { databaseOf } from '../../../worker/tools/ask/memory-database.ts';

type Section = readonly [title: string, text: string];

/** The help page of a small shop. Its few words are all by which visitors' questions can be found. */
const SHOPS: Readonly<Record<string, Readonly<Record<string, Section>>>> = {
  en: {
    returns: ['Returning a parcel', 'Parcels can be sent back for 30 days. Returns are free.'],
    delivery: ['Delivery time', 'Delivery takes two or three working days within Germany.'],
    shipping: ['Shipping costs', 'Shipping costs five euros. Orders above 50 euros are shipped free.'],
    cancelling: ['Cancelling an order', 'Within a day you can cancel an order: write us its number.'],
    payment: ['Payment methods', 'Visa, Mastercard and PayPal are accepted.'],
    colours: ['Customizing a lamp', 'Each lamp comes in the color that you choose.'],
    gifts: ['Presents', 'Wrapping a gift takes three euros.'],
    invoices: ['Paper', 'Copies of the invoice are in each box.'],
    lost: ['A parcel did not arrive', 'Where a parcel has not arrived after ten days, write to us.'],
  },
  de: {
    returns: ['Rücksendung', 'Ware kann 30 Tage lang zurückgesendet werden. Die Rücksendung ist kostenlos.'],
    delivery: ['Lieferzeit', 'Die Lieferung dauert zwei oder drei Werktage.'],
    shipping: ['Versandkosten', 'Der Versand kostet fünf Euro, und nichts ab 50 Euro.'],
    cancelling: ['Bestellung stornieren', 'Eine Bestellung kann einen Tag lang storniert werden.'],
    payment: ['Zahlungsarten', 'Wir nehmen Kreditkarte, PayPal und Rechnung.'],
    hours: ['Öffnungszeiten', 'Der Laden hat montags bis freitags geöffnet.'],
  },
  fr: {
    returns: ['Retours', 'Un article peut être retourné pendant 30 jours.'],
    delivery: ['Délai de livraison', 'La livraison prend deux ou trois jours ouvrés.'],
    shipping: ['Frais de livraison', 'La livraison coûte cinq euros.'],
    cancelling: ['Annuler une commande', 'Une commande peut être annulée pendant un jour.'],
    payment: ['Moyens de paiement', 'Nous acceptons la carte bancaire et PayPal.'],
    hours: ['Horaires', 'La boutique est ouverte du lundi au vendredi.'],
  },
  ru: {
    returns: ['Возврат посылки', 'Посылку можно вернуть в течение 30 дней.'],
    delivery: ['Сроки доставки', 'Доставка занимает два или три рабочих дня.'],
    shipping: ['Стоимость доставки', 'Доставка стоит пять евро.'],
    cancelling: ['Как отменить заказ', 'Заказ можно отменить в течение дня.'],
    payment: ['Способы оплаты', 'Мы принимаем карты и PayPal.'],
    hours: ['Часы работы', 'Магазин открыт с понедельника по пятницу.'],
  },
};

/** The section that must be shown first, for each question. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'Hi, how do I cancel an order?': 'cancelling',
    'Hello! How can I cancel my order?': 'cancelling',
    'I need to cancel an order': 'cancelling',
    "I'd like to cancel my order, please": 'cancelling',
    'Hi! What are the shipping costs?': 'shipping',
    'Where can I see the shipping costs?': 'shipping',
    'how shipping works': 'shipping',
    'Is returning a parcel free of charge?': 'returns',
    'Is it free to have parcels sent back for 30 days?': 'returns',
    'How Much Is Shipping?': 'shipping',
    "My parcel didn't arrive": 'lost',
    'My parcel hasn’t arrived': 'lost',
    'my parcel hasnt arrived': 'lost',
    "I've got a parcel that did not arrive": 'lost',
    'whats the delivery time': 'delivery',
    "Hey there, what's the delivery time?": 'delivery',
    'How long is the delivery time? Thanks!': 'delivery',
    'how returning works': 'returns',
    'Can I customise the lamp’s colour?': 'colours',
    'Good morning, which payment methods do you accept?': 'payment',
    'PayPal?': 'payment',
    Mastercard: 'payment',
    'Is Mastercard OK?': 'payment',
    'Germany?': 'delivery',
    'Do you wrap gifts?': 'gifts',
    'Is a copy of the invoice in the box?': 'invoices',
  },
  de: {
    'Kann ich meine Bestellung stornieren?': 'cancelling',
    'Wie storniere ich eine Bestellung?': 'cancelling',
    'Hallo, was kostet der Versand?': 'shipping',
    'Ist die Rücksendung kostenlos?': 'returns',
    Kreditkarte: 'payment',
    'Wie sind die Öffnungszeiten?': 'hours',
  },
  fr: {
    'Comment annuler une commande ?': 'cancelling',
    'PayPal ?': 'payment',
    'Bonjour, comment puis-je annuler une commande ?': 'cancelling',
    'Quel est le délai de livraison ?': 'delivery',
    'Quels sont les frais de livraison ?': 'shipping',
  },
  ru: {
    'Как мне отменить заказ?': 'cancelling',
    'Здравствуйте, как отменить заказ?': 'cancelling',
    'Какие сроки доставки?': 'delivery',
  },
};

describe('everyday questions to a small shop', () => {
  for (const [language, sections] of Object.entries(SHOPS)) {
    const passages = Object.entries(sections).map(([id, [title, text]]) => ({
      id,
      title,
      url: `/${id}`,
      text,
    }));
    const database = databaseOf(passages);
    const find = async (question: string) =>
      await findRanked(database, question, { baseUrl: 'https://shop.example/', acceptsAll: true });

    for (const [question, section] of Object.entries(SHOWN[language] ?? {}))
      it(`find the section "${section}" first: ${question}`, async () => {
        assert.equal((await find(question))?.passages[0]?.id, section);
      });
  }
});
