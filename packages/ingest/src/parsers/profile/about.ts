import type { FormatInfo } from '../../model/format-info';

export const profileFormat: FormatInfo = { name: 'profile', tool: null, benchmark: null };
