/** What of a backend is read besides the text of its answers, and what it can be told. */
export type BackendFeature =
  | 'errors'
  | 'thinking'
  | 'tools'
  | 'sources'
  | 'files'
  /** Interrupts: it asks the visitor, or has a tool allowed. */
  | 'questions'
  | 'page tools'
  /** An interrupted answer goes on. */
  | 'resume';

/** A backend whose answers are read. */
export interface Backend {
  /** In markdown. */
  readonly name: string;
  /** What a page writes for it besides `endpoint`, in markdown. */
  readonly request: string;
  /** What ends an answer: `said` by the format itself, or the end of the body. */
  readonly end: string;
  /** What the streams of the conformance kit show of it, and what a page can send. */
  readonly features: readonly BackendFeature[];
}

const backend = (name: string, request: string, end: string, ...features: BackendFeature[]): Backend => ({
  name,
  request,
  end,
  features,
});

/** All backends: the one table of them, which the documentation, the conformance kit and the doctor read. */
export const BACKENDS: readonly Backend[] = [
  backend('The Worker of this chat', 'nothing else', 'said', 'sources', 'resume'),
  backend(
    'OpenAI chat, and servers like it',
    '`request-format="openai"`, `request-body=\'{"model":"…"}\'`',
    'said',
    'errors',
    'thinking',
    'tools',
  ),
  backend(
    'OpenAI Responses',
    '`request.body = { model, input: request.messages, stream: true }`',
    'said',
    'thinking',
    'tools',
    'sources',
    'files',
  ),
  backend('Azure OpenAI on your data', '`request-format="openai"`', 'said', 'sources'),
  backend('Open WebUI', '`request-format="openai"`, `request-body=\'{"model":"…"}\'`', 'said', 'sources'),
  backend(
    'OpenRouter',
    '`request-format="openai"`, `request-body=\'{"model":"…"}\'`',
    'said',
    'sources',
    'files',
  ),
  backend('Perplexity', '`request-format="openai"`, `request-body=\'{"model":"…"}\'`', 'said', 'sources'),
  backend(
    'Anthropic',
    '`request-format="openai"`, `request-body=\'{"model":"…","max_tokens":1024}\'`',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
  ),
  backend(
    'Gemini',
    '`request.body = { contents }`',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
    'files',
  ),
  backend(
    'Cohere v2',
    '`request-format="openai"`, `request-body=\'{"model":"…"}\'`',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
  ),
  backend(
    'Bedrock Converse, as JSON',
    '`request.body = { messages }`, as your proxy takes it',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
  ),
  backend('Workers AI', '`request-format="openai"`', 'said'),
  backend('Cloudflare AI Search', '`request-format="openai"`', 'said', 'sources'),
  backend(
    'Ollama',
    '`request-format="openai"`, `request-body=\'{"model":"…"}\'`',
    'said',
    'errors',
    'thinking',
    'tools',
  ),
  backend('AG-UI', '`request-format="ag-ui"`', 'said', 'errors', 'thinking', 'tools', 'sources'),
  backend('A2A agent', '`request-format="a2a"`', 'said', 'errors', 'thinking', 'tools', 'sources', 'files'),
  backend(
    'MCP, a tool',
    '`request.body = { jsonrpc: "2.0", id: 1, method: "tools/call", params }`',
    'said',
    'sources',
  ),
  backend(
    'LangGraph',
    '`request.body = { assistant_id, input: { messages }, stream_mode: ["messages-tuple"] }`',
    'said',
    'errors',
    'thinking',
    'tools',
  ),
  backend('LangServe', '`request.body = { input }`', 'said'),
  backend(
    'AI SDK 5 to 7',
    '`request-format="ui-message"`',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
    'files',
  ),
  backend('AI SDK 3 and 4', '`request-format="messages"`', 'said', 'errors', 'thinking', 'tools', 'sources'),
  backend('Mastra', '`request-format="messages"`', 'said', 'errors', 'thinking', 'tools', 'sources'),
  backend(
    'Google ADK',
    '`request.body = { app_name, user_id, session_id, new_message, streaming: true }`',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
  ),
  backend(
    'ChatKit, a server of yours',
    '`request.body = { type: "threads.create", params }`',
    'said',
    'errors',
    'tools',
    'sources',
    'files',
  ),
  backend(
    'Dify',
    '`request-format="query"`, `body` `{inputs: {}, user, response_mode: "streaming"}`',
    'said',
    'errors',
    'tools',
    'sources',
  ),
  backend('Flowise', '`request.body = { question, streaming: true }`', 'said', 'errors', 'tools', 'sources'),
  backend('n8n', '`request-format="n8n"`', 'said', 'errors'),
  backend(
    'AnythingLLM',
    '`request.body = { message, mode: "chat" }`',
    'said',
    'errors',
    'thinking',
    'sources',
  ),
  backend('LibreChat', '`request.body`, as its own page sends it', 'said', 'thinking', 'tools'),
  backend('Kapa', '`request-format="query"`', 'said', 'errors', 'tools', 'sources'),
  backend(
    'Runtype',
    '`request.body`, as its chat Persona sends it',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
  ),
  backend('LangChain, `astream_events`', 'what your server takes', 'the body', 'tools', 'sources'),
  backend('LlamaIndex', 'what your server takes', 'the body'),
  backend('Pydantic AI', 'what your server takes', 'said', 'thinking'),
  backend('AutoGen, CrewAI', 'what your server takes', 'the body'),
  backend('Agno, Letta', 'what your server takes', 'said', 'thinking'),
  backend(
    'Genkit, Firebase callable functions',
    '`request.body = { data: … }`',
    '`result`, or the body',
    'errors',
  ),
  backend('OpenAI Agents SDK', 'what your server takes', 'said, or the body', 'tools'),
  backend(
    'OpenAI Assistants, Azure AI Foundry agents',
    'what your server takes',
    'said',
    'errors',
    'sources',
  ),
  backend('Claude Agent SDK', 'what your server takes', 'said', 'errors', 'tools'),
  backend(
    'Mistral',
    '`request-format="openai"`; conversations take `request.body = { agent_id, inputs, stream: true }`',
    'said',
    'errors',
    'thinking',
    'tools',
    'sources',
  ),
  backend(
    'Microsoft.Extensions.AI, Semantic Kernel',
    'what your server takes',
    'the body',
    'errors',
    'thinking',
  ),
  backend('Microsoft AI chat protocol', '`request-format="messages"`', 'the body', 'errors'),
  backend('Copilot Studio', '`request.body = { activity: { type: "message", text } }`', 'said'),
  backend('Azure prompt flow', '`request.body = { question }`', 'the body'),
  backend('Spring AI, LangChain4j', 'what your server takes', 'said, or the body'),
  backend(
    'Strands Agents, Bedrock AgentCore',
    '`request-format="prompt"`',
    'said, or the body',
    'errors',
    'thinking',
    'tools',
  ),
  backend('AWS Lambda, Amazon Lex', 'what it takes', 'the body', 'errors'),
  backend('Dialogflow, Vertex AI Search', '`request.body = { queryInput }`', 'the body'),
  backend('watsonx.ai, watsonx Assistant, watsonx Orchestrate', 'what it takes', 'said'),
  backend('Databricks', '`request-format="messages"`', 'said, or the body', 'tools'),
  backend('Snowflake Cortex', '`request-format="messages"`', 'said, or the body', 'errors', 'thinking'),
  backend('Salesforce Agentforce', '`request.body = { message: { type: "Text", text } }`', 'said'),
  backend('Vectara', '`request-format="query"`', 'said, or the body', 'errors', 'tools', 'sources'),
  backend('Pinecone Assistant, Mendable', '`request-format="messages"`', 'said, or the body'),
  backend(
    'Coze',
    '`request.body = { bot_id, user_id, stream: true, additional_messages }`',
    'said',
    'errors',
    'thinking',
    'tools',
  ),
  backend('RAGFlow', '`request.body = { question, stream: true }`', 'said', 'errors', 'sources'),
  backend('Langflow', '`request.body = { input_value }`', 'said', 'errors'),
  backend(
    'DashScope, Alibaba Model Studio',
    '`request.body = { model, input: { messages } }`',
    'said',
    'errors',
    'thinking',
    'sources',
  ),
  backend('FastGPT, MaxKB', '`request-format="openai"`', 'said'),
  backend('Baidu ERNIE and AppBuilder, Tencent LKE', 'what it takes', 'said', 'sources'),
  backend('Voiceflow', '`request.body = { action: { type: "text", payload } }`', 'said'),
  backend('Hugging Face chat-ui, LobeChat, Poe', 'what it takes', 'said, or the body', 'errors', 'thinking'),
  backend(
    'llama.cpp, KoboldCpp, LM Studio',
    'what its own address takes; theirs for OpenAI need `request-format="openai"`',
    'said',
    'thinking',
    'tools',
  ),
  backend('Text Generation Inference, Triton, Replicate', 'what it takes', 'said, or the body'),
  backend('Laravel, `eventStream`', 'what your server takes', '`</stream>`, or the body'),
  backend('GraphQL', '`request.body = { query, variables }`', 'said, or the body', 'errors'),
  backend('Botpress', '`request.body = { type: "text", text }`', 'the body'),
  backend('Typebot', '`request.body = { message: { type: "text", text } }`', 'the body'),
  backend('Rasa', '`request.body = { sender, message }`', 'the body'),
  backend(
    'Deep Chat, a server of yours',
    '`request.body = { messages: [{ role: "user", text }] }`',
    '`[DONE]`, or the body of one JSON',
  ),
  backend('Any JSON with `answer`, `response`, `text` …', 'what it takes', 'the body'),
  backend('Plain text', 'what it takes', 'the body', 'sources'),
];
