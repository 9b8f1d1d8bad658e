import { BaseModel } from './base-model.ts';

export class Company extends BaseModel {
  static override tableName = 'companies';
  declare id: string;
  declare name: string;
  declare createdAt: Date;
}
