interface SubscriptionLink {
  title: string;
  href: string;
  /** True for a web page, false for an application of this device. */
  page: boolean;
}

/** Links that subscribe to a calendar. @param url the calendar's address. */
export function subscriptionLinks(url: string, name: string): SubscriptionLink[] {
  const webcal = url.replace(/^https?:/, 'webcal:');
  const outlook = new URLSearchParams({ url, name });
  return [
    { title: 'Calendar on this device', href: webcal, page: false },
    {
      title: 'Google Calendar',
      href: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
      page: true,
    },
    {
      title: 'Outlook',
      href: `https://outlook.office.com/calendar/0/addfromweb?${outlook}`,
      page: true,
    },
  ];
}
