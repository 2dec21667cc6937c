import { IconArrowsRightLeft, IconBuilding, IconChartBar, IconMessages } from '@tabler/icons-react';
import type { ToolGroup } from './page.ts';

/** The groups of tools, in their order in the sidebar. */
export const tools = {
  reports: { title: 'Reports', icon: IconChartBar },
  messages: { title: 'Messages', icon: IconMessages },
  exchange: { title: 'Exchange', icon: IconArrowsRightLeft },
  institute: { title: 'Institute', icon: IconBuilding },
} as const satisfies Record<string, ToolGroup>;
