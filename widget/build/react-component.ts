import type { ManifestDeclaration, ManifestItem } from './published-manifest.ts';
import { isSettable } from './settable.ts';

const EVENT_PREFIX = 'cf-ai-chat-';

/**
 * The code of `cf-ai-chat/react`: a component with the element's properties and events, whose names come from the manifest.
 *
 * Both server and browser render settings as attributes, where their type allows it, and never change these attributes, so
 * that hydration finds the same markup. From the first effect on, all settings are set as properties: React's own handling
 * loses objects and listeners (https://github.com/facebook/react/issues/35446). The element is defined in that effect, so that
 * no event is missed.
 */
export function reactModule(element: ManifestDeclaration): string {
  const attributes = (element.attributes ?? []).map(({ name = '', fieldName = '' }) => [fieldName, name]);
  const properties = (element.members ?? []).filter(isSettable).map(({ name }) => name);
  const events = (element.events ?? []).map((event) => [handlerName(event), event.name]);
  return `'use client';
import { createElement, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { CfAiChatElement } from './element.js';

const TAG = 'cf-ai-chat';
const ATTRIBUTES = ${JSON.stringify(Object.fromEntries(attributes))};
const PROPERTIES = new Set(${JSON.stringify(properties)});
const EVENTS = ${JSON.stringify(Object.fromEntries(events))};
${COMPONENT}`;
}

const COMPONENT = `
/** \`<cf-ai-chat>\` as a React component. */
export function CfAiChat({ ref, ...props }) {
  const settings = {};
  const handlers = {};
  const others = {};
  for (const [name, value] of Object.entries(props))
    (PROPERTIES.has(name) ? settings : name in EVENTS ? handlers : others)[name] = value;
  const [attributes] = useState(() => attributesOf(settings));
  const element = useRef(null);
  const latest = useRef(handlers);
  const applied = useRef({});

  useLayoutEffect(() => {
    upgrade(element.current);
    const listening = new AbortController();
    for (const [name, type] of Object.entries(EVENTS))
      element.current.addEventListener(type, (event) => latest.current[name]?.(event), listening);
    return () => listening.abort();
  }, []);
  useLayoutEffect(() => {
    latest.current = handlers;
    apply(element.current, settings, applied.current);
    applied.current = settings;
  });
  useImperativeHandle(ref, () => element.current, []);
  return createElement(TAG, { ...others, ...attributes, ref: element });
}

/** The settings that are text, a number or true, as attributes. */
function attributesOf(settings) {
  const attributes = {};
  for (const [name, value] of Object.entries(settings)) {
    const attribute = ATTRIBUTES[name];
    if (attribute && value === true) attributes[attribute] = '';
    else if (attribute && (typeof value === 'string' || typeof value === 'number')) attributes[attribute] = String(value);
  }
  return attributes;
}

function upgrade(element) {
  if (!customElements.get(TAG)) customElements.define(TAG, CfAiChatElement);
  // The root may not be on the page.
  customElements.upgrade(element);
  if (/ai-chat-debug/.test(location.href)) void import('./index.js');
}

/** Sets the properties that have changed; one that is gone gets back what a new element has. */
function apply(element, settings, earlier) {
  for (const name of new Set([...Object.keys(earlier), ...Object.keys(settings)])) {
    const value = settings[name];
    // \`open={false}\` of a first render leaves a chat open that the visitor had open on the page before.
    const isUnset = !(name in earlier) && (value === undefined || value === false);
    if (isSame(value, earlier[name]) || isUnset) continue;
    element[name] = value === undefined ? document.createElement(TAG)[name] : value;
  }
}

/** Lists are compared by their content: \`messages={[…]}\`, a new list in every render, must not begin the conversation anew. */
function isSame(value, earlier) {
  const isList = Array.isArray(value) && Array.isArray(earlier);
  return Object.is(value, earlier) || (isList && JSON.stringify(value) === JSON.stringify(earlier));
}
`;

/** The declarations of `cf-ai-chat/react`, for the component and for the tag in JSX. */
export function reactTypes(element: ManifestDeclaration): string {
  const handlers = (element.events ?? []).map(handlerLine).join('\n');
  return `import type { DetailedHTMLProps, HTMLAttributes, ReactElement, Ref } from 'react';
import type { CfAiChatElement, ChatEventMap } from './element.js';
import type { ChatAttributes, ChatHandlers, ChatProperties } from './template.js';

/** What \`<CfAiChat>\` listens to. */
export interface ChatComponentHandlers {
${handlers}
}

type OwnOfComponent = ChatProperties & ChatComponentHandlers;

/** Properties of the component: the element's, a function for each of its events, and those of every element of HTML. */
export type ChatComponentProps = OwnOfComponent &
  Omit<HTMLAttributes<CfAiChatElement>, keyof OwnOfComponent> & {
    /** The element, with its methods. */
    ref?: Ref<CfAiChatElement> | undefined;
  };

/**
 * \`<cf-ai-chat>\` as a component of React 19 or newer, in the browser and on a server. Properties are set when they change.
 *
 * @example
 * <CfAiChat endpoint="/api/chat" suggestions={['Where is my order?']} onError={({ code }) => console.warn(code)} />
 */
export declare function CfAiChat(props: ChatComponentProps): ReactElement;

type Own = ChatProperties & ChatAttributes & ChatHandlers;

/**
 * Properties of the tag \`<cf-ai-chat>\` in JSX of React 19 or newer. On pages that a server has rendered, use the component:
 * React gives a tag that it hydrates neither objects nor listeners.
 *
 * @example
 * <cf-ai-chat endpoint="/api/chat" oncf-ai-chat-error={({ code }) => console.warn(code)} />
 */
export type CfAiChatProps = Own &
  Omit<DetailedHTMLProps<HTMLAttributes<CfAiChatElement>, CfAiChatElement>, keyof Own>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'cf-ai-chat': CfAiChatProps;
    }
  }
}
`;
}

function handlerLine(event: ManifestItem): string {
  return `  ${handlerName(event)}?: ((event: ChatEventMap['${event.name}']) => void) | undefined;`;
}

/** Name of a handler: `onResponseEnd` for `cf-ai-chat-response-end`. */
function handlerName({ name = '' }: ManifestItem): string {
  const words = name.replace(EVENT_PREFIX, '').split('-');
  return `on${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}
