/** Some of the companies that have work of one kind. */
export interface CompanyPage {
  companyIds: string[];
  /** Where the next page starts; undefined after the last. */
  next?: string;
}

/** Where a page starts, by the `next` of the one before, and how many companies are looked at for it. */
export interface PageRequest {
  after?: string;
  limit: number;
}
