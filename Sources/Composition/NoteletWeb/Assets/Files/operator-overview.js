// The overview: whether the server is well, and what it was used for.

import { screen } from './elements.js';
import { healthPanels } from './operator-health.js';
import { statisticsPanel } from './operator-statistics.js';

/** Makes the screen of the overview. */
export function overviewScreen({ signal }) {
  return screen('Overview', ...healthPanels(signal), statisticsPanel());
}
