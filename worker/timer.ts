/** Calls `action` after a time. Returns a function that cancels it. */
export function startTimer(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
}

/** Resolves after a time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
