import type { FormatInfo } from '../../model/format-info';

export const mytoolsSummaryFormat: FormatInfo = { name: 'mytools-summary', tool: null, benchmark: null };
