// Reports, the newest first, without what the notes said.

import { element, personText, screen, timeElement } from './elements.js';
import { call } from './operator-calls.js';
import { choices, pagedList } from './operator-elements.js';
import { reasonText } from './operator-names.js';

/** Makes the screen of the reports that wait, or of all. */
export function reportsScreen({ words: [which] }) {
  const openOnly = which !== 'all';
  return screen('Reports',
    choices('Which reports', [['Waiting', '#reports'], ['All', '#reports/all']]),
    pagedList({
      load: async (before) => {
        const { reports = [], nextBefore } = await call('ListReports', { before, openOnly });
        return { items: reports, next: nextBefore };
      },
      row: reportRow,
      empty: openOnly ? 'No report waits.' : 'Nobody has reported a note yet.',
      more: 'Older reports',
    }));
}

function reportRow({ number, reason, reportedAt, resolution }) {
  return element('div', { class: 'row' },
    element('a', { href: `#report/${number}` }, `Report ${number}`),
    element('span', {}, reasonText(reason)),
    resolution ? resolutionRemark(resolution) : element('strong', {}, 'waits'),
    timeElement(reportedAt));
}

function resolutionRemark({ operatorName }) {
  return element('span', { class: 'remark' }, 'dealt with by ', personText(operatorName));
}
