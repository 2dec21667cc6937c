import { plainHeading } from './file-column.ts';
import type { StudentColumn } from './student-fields.ts';

/**
 * Headings in further languages and programs, apart by commas: Croatian, Serbian and Slovenian, Greek, Russian and Ukrainian,
 * Chinese, Japanese, Korean, Arabic, Hebrew, Catalan, SAP, Canvas.
 */
const texts: Partial<Record<StudentColumn, string>> = {
  student_id: `Broj učenika, Broj studenta, JMBAG, Broj indeksa, Vpisna številka, Αριθμός μητρώου, ΑΜ, Номер студента,
    Номер студенческого билета, Номер зачётки, Номер залікової книжки, 学号, 學號, 学籍番号, 学生番号, 학번, رقم الطالب, الرقم الجامعي,
    מספר סטודנט, מספר תלמיד, Número d’alumne, SIS user ID, SIS ID, Student ref`,
  first_name: `Ime, Όνομα, Имя, Ім’я, 名, 名字, الاسم الأول, שם פרטי, VORNA, Given1, First, Tên`,
  last_name: `Prezime, Priimek, Επώνυμο, Επίθετο, Фамилия, Прізвище, 姓, 姓氏, 성, اسم العائلة, اللقب, שם משפחה, NACHN, Họ, Họ và tên đệm`,
  phone_number: `Mobitel, Telefonska številka, Τηλέφωνο, Κινητό, Телефон, Мобильный, Мобільний, 电话, 電話, 手机, 手機, 電話番号, 携帯,
    전화번호, 휴대폰, الهاتف, رقم الهاتف, الجوال, טלפון, נייד, Telèfon, Mòbil, TELNR, Telepon, Contact tel`,
  date_of_birth: `Datum rođenja, Datum rojstva, Ημερομηνία γέννησης, Дата рождения, Дата народження, 出生日期, 生日, 生年月日, 생년월일,
    تاريخ الميلاد, תאריך לידה, Data de naixement, GBDAT`,
  gender: `Spol, Pol, Φύλο, Пол, Стать, 性别, 性別, 성별, الجنس, מין, Gesch`,
  student_mail: `E-pošta, Почта, Электронная почта, Пошта, 邮箱, 電子郵件, 电子邮件, メール, メールアドレス, 이메일,
    البريد الإلكتروني, דוא"ל, Correu, Correu electrònic, Primary email`,
};

/** The headings of a column, as they are compared. */
export const furtherHeadings = (column: StudentColumn): string[] =>
  (texts[column] ?? '').split(',').map(plainHeading).filter(Boolean);

/** Headings that are the number of a student only where no other column is. */
export const weakIds = ['Employee ID', 'User ID', 'Person ID', 'Host ID'].map(plainHeading);

/** Headings of given names beside those of family names, and of whole names alone. */
export const givenOrWhole = ['Nom', '이름', 'الاسم'].map(plainHeading);

/** Headings of whole names in these languages. */
export const furtherWholeNames =
  'Ime i prezime, Prezime i ime, Ονοματεπώνυμο, ФИО, ПІБ, 姓名, 氏名, 성명, 이름, الاسم, الاسم الكامل, שם מלא, Nom i cognoms'
    .split(',')
    .map(plainHeading);
