import { describe, expect, it } from 'vitest';
import { guessMapping, unreadColumns } from './file-column.ts';
import { guessStudentColumns, studentFile } from './student-file.ts';

const guessed = (text: string) =>
  Object.fromEntries(
    Object.entries(guessMapping(studentFile, text.split(';'))).filter(
      ([, theirs]) => theirs !== null,
    ),
  );

describe('a column of whole names', () => {
  it.each([
    ['ID;Full name;Phone', 'Full name', 'Full name'],
    ['ID;Name;DOB', 'Name', 'Name'],
    ['Matricule;Nom et prénom;Né(e) le', 'Nom et prénom', 'Nom et prénom'],
    ['ID;Vorname;Name', 'Vorname', 'Name'],
    ['ID;First name;Full name', 'First name', null],
    ['ID;Surname;Full name', null, 'Surname'],
    ['ID;Nom;Cognoms', 'Nom', 'Cognoms'],
    ['ID;Nom;Prénom', 'Prénom', 'Nom'],
    ['ID;Nom', null, 'Nom'],
    ['학번;이름;성', '이름', '성'],
    ['학번;이름', '이름', '이름'],
    ['学号;姓名', '姓名', '姓名'],
  ])('is that of both names where there is no first name: %s', (text, first_name, last_name) =>
    expect(guessStudentColumns(text.split(';'))).toMatchObject({ first_name, last_name }),
  );
});

describe('the columns of a file of students', () => {
  it.each([
    'Student Id Number;Given Names;Surname;Mobile Phone;Date of birth (dd/mm/yyyy);Gender (M/F);Intake;Email Address;Card UID',
    'Matrikelnummer;Vorname;Nachname;Telefon;Geburtsdatum;Geschlecht;Jahrgang;E-Mail;Card No.',
    'Numéro étudiant;Prénom;Nom;Téléphone;Date de naissance;Sexe;Cohort;Courriel;RFID',
    'N° étudiant;Prénom;Nom de famille;Portable;Né(e) le;Genre;Batch;Email;Numéro de carte',
    'Student-ID;Vorname;Name;Tel.;Geb.-Datum;Geschlecht;Jahrgang;Mail;Kartennummer',
    'Matricola;Nome;Cognome;Cellulare;Data di nascita;Sesso;Batch;Email;Tessera',
    'Número de aluno;Nome;Apelido;Telemóvel;Data de nascimento;Sexo;Batch;E-mail;Cartão',
    'Studentnummer;Voornaam;Achternaam;Telefoon;Geboortedatum;Geslacht;Batch;E-mailadres;Kaartnummer',
    'Öğrenci No;Adı;Soyadı;Telefon;Doğum tarihi;Cinsiyet;Batch;E-posta;Kart No',
    'Matrícula;Nombre;Apellidos;Teléfono;Fecha de nacimiento;Sexo;Batch;Correo;Card',
    'Adm No;Legal Forename;Legal Surname;Pupil Telephone;DOB;Legal Sex;Year Group;Pupil Email;Card Number',
    'SPRIDEN_ID;SPRIDEN_FIRST_NAME;SPRIDEN_LAST_NAME;Contact Number;SPBPERS_BIRTH_DATE;SPBPERS_SEX;Batch;Email;Badge',
    'Student Code;Given1;Surname;mob_phone;Birth Date;Gender;Intake;Student Email;Card No',
    'Elevnummer;Fornavn;Efternavn;Mobil;Fødselsdato;Køn;Batch;E-post;Kortnummer',
    'Elevnummer;Förnamn;Efternamn;Telefonnummer;Födelsedatum;Kön;Batch;E-post;Kortnummer',
    'Nr albumu;Imię;Nazwisko;Telefon;Data urodzenia;Płeć;Batch;E-mail;Numer karty',
    'Okul No;Ad;Soyad;Cep Telefonu;Doğum Tarihi;Cinsiyet;Batch;E-posta;Kart No',
    'Nº de expediente;Nombre;Apellidos;Móvil;Fecha de nacimiento;Sexo;Batch;Correo electrónico;Tarjeta',
    'Broj učenika;Ime;Prezime;Mobitel;Datum rođenja;Spol;Batch;E-pošta;RFID',
    'Αριθμός μητρώου;Όνομα;Επώνυμο;Τηλέφωνο;Ημερομηνία γέννησης;Φύλο;Batch;Email;RFID',
    'Номер студента;Имя;Фамилия;Телефон;Дата рождения;Пол;Batch;Почта;RFID',
    '学号;名;姓;电话;出生日期;性别;Batch;邮箱;RFID',
    '学籍番号;名;姓;電話番号;生年月日;性別;Batch;メール;RFID',
    'رقم الطالب;الاسم الأول;اسم العائلة;الهاتف;تاريخ الميلاد;الجنس;Batch;البريد الإلكتروني;RFID',
    'Mã sinh viên;Tên;Họ;Số điện thoại;Ngày sinh;Giới tính;Batch;Email;RFID',
    'Employee ID;First Name [Required];Last Name [Required];Mobile Phone;DOB;Sex;Batch;Email Address [Required];Card',
  ])('are found by their usual headings: %s', (text) => {
    const columns = text.split(';');
    expect(Object.values(guessed(text))).toEqual(columns);
    expect(unreadColumns(columns, guessed(text))).toEqual([]);
  });

  it.each([
    ['ID;Student ID', { student_id: 'Student ID' }],
    ['ID;Matrikelnummer', { student_id: 'Matrikelnummer' }],
    ['Email;student_mail', { student_mail: 'student_mail' }],
    ['Card;RFID number;Surname;Last name', { rfid_number: 'RFID number', last_name: 'Last name' }],
  ])('are found by our own names before others: %s', (text, mapping) =>
    expect(guessed(text)).toMatchObject(mapping),
  );

  it.each([
    'Email (Parent)',
    'Phone (Mother)',
    'Telefon (Eltern)',
    'First name (Father)',
    'Date of birth (parent)',
    'RFID (old)',
    'Card (lost)',
  ])('are not those of somebody or something else: %s', (heading) =>
    expect(guessed(`ID;${heading}`)).toEqual({ student_id: 'ID' }),
  );

  it('are the student’s own before those of the parents', () =>
    expect(guessed('ID;Phone (Parent);Phone (Student);Email (Parent);Email (Student)')).toEqual({
      student_id: 'ID',
      phone_number: 'Phone (Student)',
      student_mail: 'Email (Student)',
    }));

  it.each([
    'Emergency contact;Phone;Email',
    'Next of kin;Relationship;Phone',
    'Tutor;Teléfono móvil;Email',
    'Apoderado;Correo',
    'Kontaktperson;Telefon;Email',
    'Doctor;Phone',
    'Employer;Phone;Email',
    'Mother name;DOB;Phone',
    'Name der Mutter;Telefon',
    'Mère;Courriel',
    'Représentant légal;Téléphone',
    '母亲;Email',
  ])('are not those of a contact in front of them: %s', (columns) =>
    expect(guessed(`ID;First name;Last name;${columns}`)).toEqual({
      student_id: 'ID',
      first_name: 'First name',
      last_name: 'Last name',
    }),
  );

  it.each([
    'Mother tongue;DOB;Email;Phone',
    'Parent access;DOB;Email;Phone',
    'Guardian name;Guardian phone;Guardian email;DOB;Email;Phone',
    'Tutor group;DOB;Email;Phone',
    'Company;DOB;Email;Phone',
  ])('are the student’s behind other words: %s', (columns) =>
    expect(guessed(`ID;${columns}`)).toMatchObject({
      date_of_birth: 'DOB',
      student_mail: 'Email',
      phone_number: 'Phone',
    }),
  );

  it('that are none of ours are named', () =>
    expect(unreadColumns(['ID', 'Shoe size', ''], guessed('ID;Shoe size;'))).toEqual([
      'Shoe size',
    ]));
});
