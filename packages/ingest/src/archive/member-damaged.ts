/** The packed file is damaged, not the archive around it. */
export class MemberDamagedError extends Error {}
