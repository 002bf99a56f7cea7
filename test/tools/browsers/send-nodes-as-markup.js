// The test runner clones the values of a failed assertion, and sends them as JSON. A DOM node cannot be cloned: the file would
// never end, and after ten minutes be said not to have loaded. Here its markup is sent.
const clone = window.structuredClone;

window.structuredClone = (value, options) => {
  try {
    return clone(value, options);
  } catch (error) {
    if (value?.type !== 'wtr-session-finished') throw error;
    return JSON.parse(JSON.stringify(value, (_key, part) => markupOf(part)));
  }
};

function markupOf(part) {
  return part instanceof Node ? (part.outerHTML ?? part.nodeValue) : part;
}
