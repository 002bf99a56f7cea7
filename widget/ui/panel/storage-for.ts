/** The storage that a chat's `persist` names. Throws where the page may not use it, as in a sandboxed frame. */
export function storageFor(persist: 'session' | 'local'): Storage {
  return persist === 'local' ? localStorage : sessionStorage;
}
