/** Characters of an address that every mail program takes: the shell of Windows cuts at 2,048. */
const MAX_CHARACTERS = 1_800;
const BREAK = encodeURIComponent('\r\n');
const CUT = encodeURIComponent('…');

/**
 * A `mailto:` address with a transcript as the text of the mail, under the text that it has. Turns that do not fit are left out, the
 * oldest first; of a turn that does not fit alone, the beginning.
 *
 * @param turns the oldest first
 */
export function mailAddress(url: string, turns: readonly string[]): string {
  const [address = '', query = ''] = url.split('?', 2);
  const fields = query.split('&').filter((field) => field !== '');
  const own = fields.find(isBody)?.slice('body='.length) ?? '';
  const others = fields.filter((field) => !isBody(field));
  const start = `${address}?${[...others, 'body='].join('&')}${own}${own && BREAK + BREAK}`;
  return start + bodyOf(turns, MAX_CHARACTERS - start.length);
}

function isBody(field: string): boolean {
  return /^body=/i.test(field);
}

/** The newest turns, encoded, in a number of characters at most. */
function bodyOf(turns: readonly string[], room: number): string {
  let body = '';
  for (const turn of turns.toReversed()) {
    const text = encode(turn) + (body && BREAK + BREAK);
    if (text.length + body.length <= room) body = text + body;
    else return body || endOf(turn, room);
  }
  return body;
}

/** The end of a turn, encoded, in a number of characters at most. */
function endOf(turn: string, room: number): string {
  let end = '';
  // By characters: an escape that is cut in the middle is no escape.
  for (const character of [...turn].toReversed()) {
    const text = encode(character);
    if (CUT.length + text.length + end.length > room) break;
    end = text + end;
  }
  return end && CUT + end;
}

/** Spaces as `%20`, and line ends as RFC 6068 wants them. */
function encode(text: string): string {
  // Half of a surrogate pair cannot be encoded.
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(whole.replaceAll(/\r?\n/g, '\r\n'));
}
