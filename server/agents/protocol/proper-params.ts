import { isSpecType } from '@modelcontextprotocol/server';

/** By method, what a message brings. Of `tools/call` the SDK says so itself. */
const IS_PROPER: Readonly<Record<string, (params: unknown) => boolean>> = {
  initialize: isSpecType.InitializeRequestParams,
  'prompts/get': isSpecType.GetPromptRequestParams,
  'prompts/list': isSpecType.PaginatedRequestParams,
  'resources/list': isSpecType.PaginatedRequestParams,
  'resources/read': isSpecType.ReadResourceRequestParams,
  'resources/templates/list': isSpecType.PaginatedRequestParams,
  'tools/list': isSpecType.PaginatedRequestParams,
};

/** Whether a message brings what its method needs. The SDK would answer one that does not as a fault of the server. */
export function hasProperParams({ method, params = {} }: { method: string | null; params: unknown }): boolean {
  return IS_PROPER[method ?? '']?.(params) ?? true;
}
