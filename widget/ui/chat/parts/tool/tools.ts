import { alertIcon, checkIcon, dots } from '../../../base/icons.ts';
import { html, nothing, type TemplateResult } from '../../../base/html.ts';
import type { ChatMessage, ToolPart } from '../../../../protocol/chat-message.ts';
import { formatCount } from '../../../strings/format-count.ts';
import type { Strings } from '../../../strings/strings.ts';
import { toolLabel } from './tool-label.ts';

/** Options for drawing tool calls. */
export interface ToolsView {
  readonly message: ChatMessage;
  readonly strings: Strings;
  /** Whether input and output are shown. */
  readonly isDetailed: boolean;
}

/** Characters shown of an input or an output. */
const MAX_DETAIL_CHARACTERS = 4_000;

/** A group of tool calls as one line. The visitor can open it if there are several calls or details. */
export function renderTools(tools: readonly ToolPart[], view: ToolsView): TemplateResult {
  const line = renderLine(tools, view);
  const [only, ...others] = tools;
  const hasMore = others.length > 0 || (only !== undefined && renderDetails(only, view) !== nothing);
  if (!hasMore) return html`<p class="steps" part="steps">${line}</p>`;
  return html`<details class="steps" part="steps">
    <summary>${line}</summary>
    <ol>
      ${tools.map((tool) => html`<li>${renderTool(tool, view)} ${renderDetails(tool, view)}</li>`)}
    </ol>
  </details>`;
}

/** The text of the line: the tool that runs or waits; else the only tool; else the number of tools. */
function renderLine(tools: readonly ToolPart[], view: ToolsView): unknown {
  const { message, strings } = view;
  const open = tools.findLast((tool) => isRunning(tool, message) || tool.state === 'waiting');
  const [only, ...others] = tools;
  if (open) return renderTool(open, view);
  if (only && others.length === 0) return renderTool(only, view);
  const icon = tools.map(iconOf).find((shape) => shape !== checkIcon) ?? checkIcon;
  return [icon, formatCount(strings.steps, tools.length, strings.locale)];
}

function renderTool(tool: ToolPart, { message, strings }: ToolsView): TemplateResult {
  const label = toolLabel(tool, message, strings);
  if (isRunning(tool, message))
    return html`<span class="typing" part="typing" aria-hidden="true">${dots}</span
      ><span dir="auto">${label}</span>`;
  const { toolWaiting: waiting, toolFailed: failed, toolDenied: denied } = strings;
  const outcome = { waiting, failed, denied, done: '', running: '' }[tool.state ?? 'done'];
  return html`${iconOf(tool)}<span dir="auto">${label}</span
    >${outcome ? html`<span class="outcome">${outcome}</span>` : nothing}`;
}

/** The icon of a tool; none where its outcome is unknown. */
function iconOf({ state = 'done' }: ToolPart): unknown {
  if (state === 'done') return checkIcon;
  return state === 'running' ? nothing : alertIcon;
}

function isRunning({ state }: ToolPart, { status }: ChatMessage): boolean {
  return state === 'running' && status === 'streaming';
}

function renderDetails({ input, output }: ToolPart, { strings, isDetailed }: ToolsView): unknown {
  if (!isDetailed) return nothing;
  const details = [
    [strings.toolInput, input],
    [strings.toolOutput, output],
  ] as const;
  const shown = details.filter(([, value]) => value !== undefined && value !== '');
  if (shown.length === 0) return nothing;
  return html`<dl>
    ${shown.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd><pre dir="auto" tabindex="0">${textOf(value)}</pre></dd>`,
    )}
  </dl>`;
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.length > MAX_DETAIL_CHARACTERS ? `${text.slice(0, MAX_DETAIL_CHARACTERS)}…` : text;
}
