"""Why a reading may not be taken unasked."""
