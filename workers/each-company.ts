import type { CompanyPage, PageRequest } from '../db/queries/company-page.ts';

const COMPANIES_PER_PAGE = 1_000;

/** Works on one company after the other, of all that a listing finds page by page. */
export async function forEachCompany(
  listPage: (request: PageRequest) => Promise<CompanyPage>,
  work: (companyId: string) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    const page = await listPage({ after, limit: COMPANIES_PER_PAGE });
    for (const companyId of page.companyIds) await work(companyId);
    after = page.next;
  } while (after !== undefined);
}
