"""A floor whose server is killed again and again while scripted players go on."""
