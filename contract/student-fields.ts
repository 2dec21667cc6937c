import type { FileColumn } from './file-column.ts';
import { keysOf } from './keys-of.ts';

/** Facts about a field besides its schema. Without zod: lists need it, and load no schemas. */
interface FieldFacts {
  label: string;
  /** PostgreSQL type of its column; text when left out. */
  column?: 'date';
  /** Value after the erasure of the person; `placeholder` is a free ID. */
  erased: string | null;
  /** It may be empty. */
  optional?: true;
  /** Its column in the upload and the bulk export; omitted for fields that files do not have. */
  file?: {
    /** It is in the template of the upload. */
    example: string;
    /** Alternative headings, in lower case and letters only. */
    aliases?: readonly string[];
    /** Spreadsheets round it: a rounded number is rejected. */
    isNumber?: true;
  };
}

/**
 * The fields of a student in the order of their files; schemas are in `student.ts`. Every field
 * here is personal data.
 */
const studentFields = {
  student_id: {
    label: 'Student ID',
    erased: 'placeholder',
    file: {
      example: 'S1000001',
      aliases: [
        'studentnumber',
        'studentno',
        'studentidnumber',
        'learnerid',
        'matrikelnummer',
        'schulernummer',
        'schuelernummer',
        'studentennummer',
        'numeroetudiant',
        'matricula',
        'netudiant',
        'matricule',
        'idnumber',
        'adno',
        'admissionnumber',
        'numerodetudiant',
        'matricola',
        'numerodealuno',
        'studentnummer',
        'leerlingnummer',
        'ogrencino',
        'ogrencinumarasi',
        'id',
      ],
      isNumber: true,
    },
  },
  first_name: {
    label: 'First name',
    erased: 'Erased',
    file: {
      example: 'Mei',
      aliases: [
        'givenname',
        'givennames',
        'forename',
        'firstname',
        'vorname',
        'prenom',
        'nombre',
        'nombres',
        'rufname',
        'nome',
        'voornaam',
        'roepnaam',
        'ad',
        'adi',
      ],
    },
  },
  last_name: {
    label: 'Last name',
    erased: 'Student',
    file: {
      example: 'Nguyễn',
      aliases: [
        'surname',
        'familyname',
        'lastname',
        'nachname',
        'familienname',
        'nom',
        'nomdefamille',
        'apellidos',
        'apellido',
        'primerapellido',
        'cognome',
        'apelido',
        'sobrenome',
        'achternaam',
        'soyad',
        'soyadi',
        // Beside a first name: the first name is required, and a whole name alone is no first name.
        'name',
        'naam',
      ],
    },
  },
  phone_number: {
    label: 'Phone number',
    erased: '',
    file: {
      example: '+61 400 000 000',
      aliases: [
        'phone',
        'phoneno',
        'mobile',
        'mobilephone',
        'mobilenumber',
        'telephone',
        'telefon',
        'handy',
        'telefono',
        'tel',
        'homephone',
        'hometelephone',
        'portable',
        'movil',
        'cellulare',
        'telefone',
        'telemovel',
        'celular',
        'telefoon',
        'telefoonnummer',
        'mobiel',
      ],
      isNumber: true,
    },
  },
  date_of_birth: {
    label: 'Date of birth',
    column: 'date',
    erased: null,
    file: {
      example: '2005-04-23',
      aliases: [
        'dob',
        'birthdate',
        'birthday',
        'dateofbirth',
        'geburtsdatum',
        'gebdatum',
        'geburtstag',
        'datedenaissance',
        'nele',
        'fechadenacimiento',
        'datadinascita',
        'datadenascimento',
        'geboortedatum',
        'dogumtarihi',
      ],
    },
  },
  gender: {
    label: 'Gender',
    erased: null,
    optional: true,
    file: {
      example: 'female',
      aliases: [
        'sex',
        'mf',
        'geschlecht',
        'sexe',
        'sexo',
        'genero',
        'genre',
        'sesso',
        'geslacht',
        'cinsiyet',
      ],
    },
  },
  batch: {
    label: 'Batch',
    erased: null,
    optional: true,
    file: {
      example: '2026',
      aliases: ['intake', 'cohort', 'yeargroup', 'jahrgang'],
      isNumber: true,
    },
  },
  student_mail: {
    label: 'E-mail',
    erased: null,
    optional: true,
    file: {
      example: 's1000001@school.example',
      aliases: [
        'email',
        'mail',
        'studentemail',
        'emailaddress',
        'emailadresse',
        'courriel',
        'adresseelectronique',
        'adressemail',
        'correo',
        'correoelectronico',
        'emailadres',
        'eposta',
      ],
    },
  },
  rfid_number: {
    label: 'RFID number',
    erased: null,
    optional: true,
    file: {
      example: '7000100000',
      aliases: [
        'rfid',
        'card',
        'cardno',
        'carduid',
        'cardnumber',
        'kartennummer',
        'numerodecarte',
        'tarjeta',
        'tessera',
        'cartao',
        'kaartnummer',
        'kartno',
      ],
      isNumber: true,
    },
  },
  profile_image: { label: 'Profile image', erased: null, optional: true },
  card_print_status: {
    label: 'Card print status',
    erased: null,
    optional: true,
    file: { example: 'not_printed', aliases: ['cardstatus', 'printstatus'] },
  },
} as const satisfies Record<string, FieldFacts>;

export type StudentField = keyof typeof studentFields;
/** Fields that files have. */
export type StudentColumn = {
  [Name in StudentField]: (typeof studentFields)[Name] extends { file: object } ? Name : never;
}[StudentField];

export const studentFieldNames = keysOf(studentFields);

/** The facts of a field, by any name. */
export const factsOf = (name: StudentField): FieldFacts => studentFields[name];

/** The columns of the bulk upload and the bulk export. */
export const studentColumns = studentFieldNames.filter(
  (name): name is StudentColumn => factsOf(name).file !== undefined,
);
/** The columns of an upload, as its page shows them. */
export const studentFile: readonly FileColumn[] = studentColumns.map((name) => {
  const { file, optional, column } = factsOf(name);
  return {
    name,
    isRequired: !optional,
    example: file?.example ?? '',
    aliases: file?.aliases ?? [],
    ...(column === 'date' && { isDate: true as const }),
  };
});
