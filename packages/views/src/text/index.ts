export { bytesText } from './bytes-text';
export { countText, groupDigits } from './count-text';
export { escapeHtml } from './escape-html';
export { markOf } from './format-change';
export { joinNames } from './join-names';
export { Recent } from './recent';
export { clientsText, serverClass, serverNames } from './server-name';
export { dayText, timeText } from './time-text';
export { shortWorkloadLabel } from './workload-label';
