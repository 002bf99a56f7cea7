import type { ManifestMember } from './published-manifest.ts';

/** Whether a template may set this member of the element. */
export function isSettable({ kind, readonly, static: isStatic }: ManifestMember): boolean {
  return kind === 'field' && readonly !== true && isStatic !== true;
}
