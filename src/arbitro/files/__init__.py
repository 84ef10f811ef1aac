"""Files in and out: TRF16 and TRF26, JSON, CSV and XLSX of players, FIDE rating lists.

    trf             tournament report files, read and written column by column
    document        a whole tournament as JSON (versioned schema)
    spreadsheet     players as CSV or XLSX
    rating_list     FIDE rating lists (text, XML), streamed
    text            encodings and line ends
    problems        how a problem with a file is said, in either language

Readers give model nouns or raise FileError; nothing here pairs, ranks or rates.
"""
