import { Model, snakeCaseMappers } from 'objection';

/** Columns are snake_case in the database and camelCase here. Models stay thin: a table, a key, relations. */
export class BaseModel extends Model {
  static override columnNameMappers = snakeCaseMappers();
}
