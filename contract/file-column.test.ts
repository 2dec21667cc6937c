import { describe, expect, it } from 'vitest';
import { guessMapping, unreadColumns } from './file-column.ts';
import { studentFile } from './student-fields.ts';

const guessed = (text: string) =>
  Object.fromEntries(
    Object.entries(guessMapping(studentFile, text.split(';'))).filter(
      ([, theirs]) => theirs !== null,
    ),
  );

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

  it('that are none of ours are named', () =>
    expect(unreadColumns(['ID', 'Shoe size', ''], guessed('ID;Shoe size;'))).toEqual([
      'Shoe size',
    ]));
});
