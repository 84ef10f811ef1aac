"""Files in and out: TRF16 and TRF26, JSON, CSV and XLSX of players, FIDE rating lists.

    trf             tournament report files, read and written column by column
    document        a whole tournament as JSON (versioned schema)
    spreadsheet     players as CSV or XLSX
    rating_list     FIDE rating lists (text, XML), streamed
    forms           which form a file has, and the tournament in it; text and archives from outside

Readers give model nouns or raise FileError; nothing here pairs, ranks or rates.
"""
