import { VERSION } from '../../../../widget/build/project.ts';

/** The name of our robot, by which robots.txt and directives of pages may address it. */
export const ROBOT = 'cf-ai-chat-knowledge';

/** The header `User-Agent` of our requests. */
export const USER_AGENT = `${ROBOT}/${VERSION}`;
