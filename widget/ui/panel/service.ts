import { html } from 'lit/html.js';
import { VerifiedTransport } from '../../transport/verified-transport.ts';
import { addStyles } from '../shell/css.ts';
import { serviceStyles } from './service.styles.ts';
import { allowanceTemplate } from '../limits/allowance.ts';
import { Challenge } from '../bot-check/bot-check.ts';
import { Citations } from '../citations/citations.ts';
import { Ratings } from '../ratings/ratings.ts';
import type { Service, ServiceScene } from './service-view.ts';
import { Speech } from '../words/speech.ts';
import { Wait } from '../limits/wait.ts';
import { warnOfTwins } from './warn-about-shared-instance.ts';

const SERVICES = new WeakMap<ServiceScene, Promise<Service>>();

/** Makes the service of one panel, once. The lazy chunk's only export. */
export function createService(scene: ServiceScene): Promise<Service> {
  const made = SERVICES.get(scene) ?? create(scene);
  SERVICES.set(scene, made);
  return made;
}

async function create(panel: ServiceScene): Promise<Service> {
  const scene = { ...panel, announce: announcer(panel.announce) };
  warnOfTwins(scene.host);
  const speech = await Speech.load(scene.host);
  addStyles(scene.host.renderRoot as ShadowRoot, serviceStyles);
  const wait = new Wait(scene, speech);
  const ratings = new Ratings(scene, speech);
  const citations = new Citations(scene, speech);
  const challenge = new Challenge(scene, speech);
  const verified = new VerifiedTransport(scene.transport, (signal) => challenge.solve(signal));
  return {
    get isWaiting() {
      return wait.isOn;
    },
    drawRating: (message) => ratings.draw(message),
    drawWait: () => wait.draw(),
    drawNotice: () => html`${challenge.draw()} ${allowanceTemplate(scene, speech)}`,
    handleDrawn() {
      void speech.follow();
      citations.link();
    },
    send: (request, signal) => verified.send(request, signal),
  };
}

/** Says the same words twice in a row so that a live region changes, and they are heard twice. */
function announcer(announce: (text: string) => void): (text: string) => void {
  let last = '';
  return (text) => {
    last = text === last ? `${text}\u00A0` : text;
    announce(last);
  };
}
