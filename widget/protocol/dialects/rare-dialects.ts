import { readAdk } from './adk.ts';
import { readAgUi } from './ag-ui.ts';
import { readAiSearch } from './ai-search.ts';
import { expectsEndMark, readEndMark } from './announced.ts';
import { readAnthropic } from './anthropic.ts';
import { readBedrock } from './bedrock.ts';
import { readBotMessages } from './bot-messages.ts';
import { readChatKit } from './chatkit.ts';
import { readClaudeAgent } from './claude-agent.ts';
import { readCohere } from './cohere.ts';
import { readCozeTool } from './coze.ts';
import { readDataStream } from './data-stream.ts';
import { readDify } from './dify.ts';
import type { Dialect, RareDialects } from './frame.ts';
import { readGemini } from './gemini.ts';
import { readGlean } from './glean.ts';
import { readGradio } from './gradio.ts';
import { readJsonRpc } from './json-rpc.ts';
import { readKapa } from './kapa.ts';
import { readLangGraph } from './langgraph.ts';
import { readLibreChat } from './libre-chat.ts';
import { readMistral } from './mistral.ts';
import { readOpenAiResponses } from './openai-responses.ts';
import { readRuntype } from './runtype.ts';
import { readStrands } from './strands.ts';

/** Dialects of formats that mark their end. */
const MARKED_FORMATS: readonly Dialect[] = [
  readDataStream,
  readJsonRpc,
  readAdk,
  readDify,
  readLibreChat,
  readKapa,
  readChatKit,
  readRuntype,
  readMistral,
  readStrands,
  readClaudeAgent,
  readAnthropic,
  readGemini,
  readCohere,
  readBedrock,
  readAgUi,
  readOpenAiResponses,
  readGradio,
];

/** Dialects of formats that few backends write, in a separate chunk. `MARK` in `rare.ts` has to match each of these formats. */
export const RARE: RareDialects = {
  dialects: [
    readEndMark,
    readCozeTool,
    readLangGraph,
    ...MARKED_FORMATS.map(unfinished),
    readAiSearch,
    readGlean,
    readBotMessages,
  ],
  expectsEndMark,
};

function unfinished(dialect: Dialect): Dialect {
  return (frame) => {
    const events = dialect(frame);
    return events && [...events, { type: 'unfinished' }];
  };
}
