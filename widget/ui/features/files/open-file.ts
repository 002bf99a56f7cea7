import type { FilePart } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { html, render } from '../../base/html.ts';
import { closeIcon } from '../../base/icons.ts';
import type { Chat } from '../../feature/chat.ts';
import { openFileStyles } from './open-file.styles.ts';

/**
 * Opens a file of a question: shows a picture large, saves any other file. False where the file is no longer in this browser.
 */
export async function openFile(
  file: FilePart,
  { host, signal, strings }: Pick<Chat, 'host' | 'signal' | 'strings'>,
): Promise<boolean> {
  const { storeOf } = await import('../../../attachments/file-store.ts');
  const original = await storeOf(host).get(file.id ?? '');
  if (signal.aborted) return true;
  const address = original ? URL.createObjectURL(original) : '';
  const isPicture = file.mediaType.startsWith('image/');
  // If the original of a picture is gone, its preview is shown.
  if (!original && !(isPicture && file.url)) return false;
  if (isPicture)
    showPicture(host.renderRoot as ShadowRoot, {
      name: file.name ?? '',
      addresses: [address, file.url].filter(Boolean),
      close: strings.current.close,
    });
  else save(address, file.name ?? '');
  return true;
}

/** Saves a file. Files from other people are never opened in the page's origin. */
function save(address: string, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // Revoked later, because the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A picture to show. The first address that the page's policy allows is used. */
interface Shown {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly close: string;
}

function showPicture(root: ShadowRoot, { name, addresses, close }: Shown): void {
  addStyles(root, openFileStyles);
  const dialog = document.createElement('dialog');
  dialog.className = 'picture-view';
  dialog.ariaLabel = name;
  const [address = '', ...others] = addresses;
  const handleError = ({ currentTarget }: Event): void => {
    const next = others.shift();
    if (next) (currentTarget as HTMLImageElement).src = next;
  };
  render(
    html`<button
        class="close-picture"
        type="button"
        aria-label=${close}
        title=${close}
        @click=${() => dialog.close()}
      >
        ${closeIcon}</button
      ><img alt=${name} src=${address} @error=${handleError} />`,
    dialog,
  );
  // A press on the dialog itself, beside the picture, closes it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  // Escape must not also close the panel.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.stopPropagation());
  dialog.addEventListener('close', () => {
    dialog.remove();
    for (const each of addresses) if (each.startsWith('blob:')) URL.revokeObjectURL(each);
  });
  root.append(dialog);
  dialog.showModal();
}
