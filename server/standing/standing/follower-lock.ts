/** The advisory lock: of all processes one follows at a time. */
export const followerLock = 7_043_182_001;
