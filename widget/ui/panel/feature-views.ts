import { cornerTemplate } from '../features/resize/corner.ts';
import type { Features } from './features.ts';
import { menuControls } from './menu-controls.ts';
import type { PanelView } from './panel-template.ts';

/** The features as the panel draws them; each draws nothing before its code is loaded. */
type FeatureViews = Pick<
  PanelView,
  | keyof ReturnType<typeof menuControls>
  | 'drawContact'
  | 'drawEdit'
  | 'drawCorner'
  | 'drawActions'
  | 'drawBelow'
  | 'linkCitations'
  | 'drawWait'
  | 'drawHints'
  | 'drawHistory'
  | 'drawAboveComposer'
  | 'drawSendNext'
  | 'drawWaiting'
>;

/** Draws the features of a panel where the panel has a place for them. */
export function featureViews(features: Features): FeatureViews {
  const { actions, botCheck, citations, consent, contact, editing, followUps } = features;
  const { history, limits, menu, queue, resizer } = features;
  return {
    ...menuControls(menu),
    drawContact: (message) => contact.current?.draw(message),
    drawEdit: (message) => editing.current?.draw(message),
    drawCorner: () => cornerTemplate(resizer),
    drawActions: (message) => actions.current?.drawRow(message),
    drawBelow: (message) => [actions.current?.drawBelow(message), followUps.current?.draw(message)],
    linkCitations: (answer, message) => citations.link(answer, message),
    drawWait: () => limits.current?.drawWait(),
    drawHints: () => [botCheck.current?.draw(), limits.current?.drawAllowance(), queue.current?.draw()],
    drawHistory: () => history.current?.draw(),
    drawAboveComposer: () => [history.current?.drawUndo(), consent.current?.draw()],
    drawSendNext: () => queue.current?.drawButton(),
    drawWaiting: (message) => queue.current?.drawWaiting(message),
  };
}
