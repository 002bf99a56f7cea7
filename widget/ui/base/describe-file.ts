import type { FilePart } from '../../protocol/chat-message.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The name of a file, else what its address ends with, else its type. */
export function fileName({ name, url, mediaType }: Pick<FilePart, 'name' | 'url' | 'mediaType'>): string {
  const { protocol = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {};
  const last = /^(?:blob|data):/.test(protocol) ? '' : pathname.split('/').at(-1);
  return name || last || mediaType.replace('/*', '') || '?';
}

/**
 * The size of a file, in a language; empty where it is not known.
 *
 * @example
 * fileSize(12_345, 'en'); // '12 kB'
 */
export function fileSize(size: number | undefined, language: string): string {
  if (size === undefined || size <= 0) return '';
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
  const format = { style: 'unit', unit: UNITS[power] ?? 'byte', unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(language, { ...format, maximumFractionDigits: 0 }).format(
    size / 1_000 ** power,
  );
}
