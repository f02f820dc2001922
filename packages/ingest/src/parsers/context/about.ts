import type { FormatInfo } from '../../model/format-info';

export const contextFormat: FormatInfo = { name: 'context', tool: null, benchmark: null };
