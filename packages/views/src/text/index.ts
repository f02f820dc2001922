export { markOf } from './format-change';
export { lazy } from './lazy';
export { Recent } from './recent';
export {
  bytesText,
  clientsText,
  countText,
  dayText,
  escapeHtml,
  groupDigits,
  joinNames,
  serverClass,
  serverNames,
  shortWorkloadLabel,
  timeText,
} from './words';
