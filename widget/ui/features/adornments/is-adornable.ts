/** Elements that adornments are for, and the ninth message: from there on they make a long transcript cheaper. */
const ADORNABLE_SELECTOR = 'pre,table,input,blockquote,.message:nth-child(9)';

/** Whether something in a panel's root reads better with adornments. */
export function isAdornable(root: HTMLElement): boolean {
  return root.querySelector(ADORNABLE_SELECTOR) !== null;
}
