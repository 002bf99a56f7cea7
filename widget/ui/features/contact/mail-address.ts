/** Characters of an address that every mail program accepts: the Windows shell truncates at 2,048. */
const MAX_CHARACTERS = 1_800;
const BREAK = encodeURIComponent('\r\n');
const CUT = encodeURIComponent('…');

/**
 * A `mailto:` address with a transcript as the mail's text, after the text that the address already has. Turns that do not fit
 * are left out, the oldest first. If even the newest turn does not fit, its end is used.
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

/** The newest turns, encoded, in at most `room` characters. */
function bodyOf(turns: readonly string[], room: number): string {
  let body = '';
  for (const turn of turns.toReversed()) {
    const text = encode(turn) + (body && BREAK + BREAK);
    if (text.length + body.length <= room) body = text + body;
    else return body || endOf(turn, room);
  }
  return body;
}

/** The end of a turn, encoded, in at most `room` characters. */
function endOf(turn: string, room: number): string {
  let end = '';
  // Encoded character by character, so that no escape sequence is cut.
  for (const character of [...turn].toReversed()) {
    const text = encode(character);
    if (CUT.length + text.length + end.length > room) break;
    end = text + end;
  }
  return end && CUT + end;
}

/** Encodes spaces as `%20`, and line ends as RFC 6068 requires. */
function encode(text: string): string {
  // `encodeURIComponent` throws for half of a surrogate pair.
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(whole.replaceAll(/\r?\n/g, '\r\n'));
}
