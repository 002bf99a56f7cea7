import { VERSION } from '../../../../widget/build/project.ts';

/** The name that robots.txt may speak to, and directives of pages. */
export const ROBOT = 'cf-ai-chat-knowledge';

/** What requests are signed with. */
export const USER_AGENT = `${ROBOT}/${VERSION}`;
