import { type ChatMessage, sourcesOf, type ToolPart } from '../../../../protocol/chat-message.ts';
import { SEARCH_TITLE } from '../../../../protocol/search-tool.ts';
import { formatCount } from '../../../strings/format-count.ts';
import { fill, type Strings } from '../../../strings/strings.ts';

/** Whether a tool is not shown: our Worker's search that found nothing. */
export function isSilentTool({ title, state }: ToolPart, message: ChatMessage): boolean {
  return title === SEARCH_TITLE && state === 'done' && sourcesOf(message).length === 0;
}

/**
 * The text for a tool: the backend's title, else words with the tool's name. A tool that has not run, because it waits for the
 * visitor or was denied, has its name alone. Our Worker's search has a text in the visitor's language, at the end with the
 * number of pages found.
 *
 * @example
 * toolLabel({ type: 'tool', name: 'get_weather', state: 'running' }, message, strings); // 'Using get_weather'
 * toolLabel({ type: 'tool', name: 'get_weather', state: 'denied' }, message, strings); // 'get_weather'
 */
export function toolLabel({ name, title, state }: ToolPart, message: ChatMessage, strings: Strings): string {
  if (title === SEARCH_TITLE) {
    const { length } = sourcesOf(message);
    return state === 'done'
      ? formatCount(strings.readPages, length, strings.locale)
      : strings.searchingDocuments;
  }
  if (title || state === 'waiting' || state === 'denied') return title || name;
  const started = message.status === 'streaming' ? strings.usingTool : strings.startedTool;
  return fill(state === 'running' ? started : strings.usedTool, { tool: name });
}
