import type { AgentCard } from '../fixtures/dialects/servers.ts';

/** The card in which an A2A agent describes itself. */
export const AGENT_CARD: AgentCard = {
  name: 'Shop',
  description: 'Answers questions.',
  version: '1.0.0',
  provider: undefined,
  supportedInterfaces: [
    { url: 'http://127.0.0.1/', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
  ],
  capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
  signatures: [],
};
