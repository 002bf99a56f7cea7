import type { FilePart } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { html, render } from '../../base/html.ts';
import { closeIcon } from '../../base/icons.ts';
import type { Chat } from '../../feature/chat.ts';
import { openFileStyles } from './open-file.styles.ts';

/** Shows a picture of a question large, and saves another file. False where it is not in this browser any more. */
export async function openFile(
  file: FilePart,
  { host, signal, strings }: Pick<Chat, 'host' | 'signal' | 'strings'>,
): Promise<boolean> {
  const { storeOf } = await import('../../../attachments/file-store.ts');
  const original = await storeOf(host).get(file.id ?? '');
  if (signal.aborted) return true;
  const address = original ? URL.createObjectURL(original) : '';
  const isPicture = file.mediaType.startsWith('image/');
  // Of a picture that is gone there is the thumbnail.
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

/** A file that others have made is not opened in the page's origin. */
function save(address: string, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser reads it in a moment.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A picture, by the first of its addresses that the page's policy allows. */
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
  // A press beside the picture.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  // Escape would close the panel, too.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.stopPropagation());
  dialog.addEventListener('close', () => {
    dialog.remove();
    for (const each of addresses) if (each.startsWith('blob:')) URL.revokeObjectURL(each);
  });
  root.append(dialog);
  dialog.showModal();
}
