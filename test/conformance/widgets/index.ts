import { cfAiChat } from './cf-ai-chat.ts';
import { cloudflareSnippet } from './cloudflare-snippet.ts';
import { deepChat } from './deep-chat.ts';
import { flowiseEmbed } from './flowise-embed.ts';
import { n8nChat } from './n8n-chat.ts';
import { persona } from './persona.ts';
import { useChat } from './use-chat.ts';

/** All tested widgets, in the order of their columns. */
export const WIDGETS = [cfAiChat, deepChat, useChat, n8nChat, flowiseEmbed, cloudflareSnippet, persona];
